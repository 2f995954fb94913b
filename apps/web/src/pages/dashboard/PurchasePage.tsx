import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Dashboard">Confirm your purchase</Title>
      <h1 className="serif text-page">Confirm your purchase</h1>
    </>
  );
}
