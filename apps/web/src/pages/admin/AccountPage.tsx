import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Account</Title>
      <h1 className="serif text-page">Account</h1>
    </>
  );
}
