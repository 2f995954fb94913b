import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Dashboard">Manage Profile</Title>
      <h1 className="serif text-page">Manage Profile</h1>
    </>
  );
}
