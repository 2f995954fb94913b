import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title>Choose a new password</Title>
      <h1 className="serif text-page">Choose a new password</h1>
    </>
  );
}
