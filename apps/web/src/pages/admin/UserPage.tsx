import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">User</Title>
      <h1 className="serif text-page">User</h1>
    </>
  );
}
