import { createRoot } from 'react-dom/client';
const root = document.querySelector('#root');
if (root) createRoot(root).render(<p className="label p-4 dark:text-gain">ok</p>);
