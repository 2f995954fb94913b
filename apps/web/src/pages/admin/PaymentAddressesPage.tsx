import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Payment Options</Title>
      <h1 className="serif text-page">Payment Options</h1>
    </>
  );
}
