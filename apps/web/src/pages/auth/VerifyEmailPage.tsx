import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title>Verify your email</Title>
      <h1 className="serif text-page">Verify your email</h1>
    </>
  );
}
