import { Title } from '../../layouts/Title.tsx';

export function Component() {
  return (
    <div className="site py-14">
      <Title>Privacy Policy</Title>
      <h1 className="serif text-page">Privacy Policy</h1>
    </div>
  );
}
