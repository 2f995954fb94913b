import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title>Create your account</Title>
      <h1 className="serif text-page">Create your account</h1>
    </>
  );
}
