import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <div className="site py-14">
      <Title>Home</Title>
      <h1 className="serif text-page">Home</h1>
    </div>
  );
}
