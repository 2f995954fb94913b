import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Admin Panel">Send Mass Email</Title>
      <h1 className="serif text-page">Send Mass Email</h1>
    </>
  );
}
