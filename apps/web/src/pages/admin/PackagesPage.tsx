import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Packages</Title>
      <h1 className="serif text-page">Packages</h1>
    </>
  );
}
