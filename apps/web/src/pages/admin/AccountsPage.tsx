import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Accounts</Title>
      <h1 className="serif text-page">Accounts</h1>
    </>
  );
}
