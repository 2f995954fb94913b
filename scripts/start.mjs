import { ensureInstalled, requireNode } from './install.mjs';

requireNode();
ensureInstalled();
const { ensureBuilt } = await import('./build.mjs');
try {
  await ensureBuilt();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// The server runs in this process: signals reach it directly, and no second Node.js has to start.
process.setSourceMapsEnabled(true);
await import('../apps/server/dist/main.mjs');
