import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <div className="site py-14">
      <Title>Terms of Service</Title>
      <h1 className="serif text-page">Terms of Service</h1>
    </div>
  );
}
