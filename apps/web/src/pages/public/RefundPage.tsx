import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <div className="site py-14">
      <Title>Refund Policy</Title>
      <h1 className="serif text-page">Refund Policy</h1>
    </div>
  );
}
