import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Overview</Title>
      <h1 className="serif text-page">Overview</h1>
    </>
  );
}
