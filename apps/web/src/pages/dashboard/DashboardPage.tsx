import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <>
      <Title section="Dashboard">My MT5 Accounts</Title>
      <h1 className="serif text-page">My MT5 Accounts</h1>
    </>
  );
}
