import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Users</Title>
      <h1 className="serif text-page">Users</h1>
    </>
  );
}
