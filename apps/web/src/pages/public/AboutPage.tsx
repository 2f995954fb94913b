import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <div className="site py-14">
      <Title>About</Title>
      <h1 className="serif text-page">About</h1>
    </div>
  );
}
