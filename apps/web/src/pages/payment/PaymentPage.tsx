import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title>Complete Your Purchase</Title>
      <h1 className="serif text-page">Complete Your Purchase</h1>
    </>
  );
}
