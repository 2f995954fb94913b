import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <div className="site py-14">
      <Title>Accounts</Title>
      <h1 className="serif text-page">Accounts</h1>
    </div>
  );
}
