import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Settings</Title>
      <h1 className="serif text-page">Settings</h1>
    </>
  );
}
