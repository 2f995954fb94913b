import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <div className="site py-14">
      <Title>Rules</Title>
      <h1 className="serif text-page">Rules</h1>
    </div>
  );
}
