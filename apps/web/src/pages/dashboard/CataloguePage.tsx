import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Dashboard">Start Challenge</Title>
      <h1 className="serif text-page">Start Challenge</h1>
    </>
  );
}
