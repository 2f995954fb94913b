import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title>Log in</Title>
      <h1 className="serif text-page">Log in</h1>
    </>
  );
}
