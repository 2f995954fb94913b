import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title>Create the first administrator</Title>
      <h1 className="serif text-page">Create the first administrator</h1>
    </>
  );
}
