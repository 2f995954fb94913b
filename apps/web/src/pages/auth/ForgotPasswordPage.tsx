import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title>Forgot your password?</Title>
      <h1 className="serif text-page">Forgot your password?</h1>
    </>
  );
}
