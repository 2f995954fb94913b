import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const server = 'http://127.0.0.1:3000';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  build: isSsrBuild
    ? { outDir: 'dist-server', copyPublicDir: false }
    : { outDir: 'dist', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  // The bundle for the server holds all that it needs, so that it starts from one file.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': JSON.stringify('production') } } : {}),
  server: {
    host: '127.0.0.1',
    proxy: { '/api': server, '/server': server, '/dev': server, '/brand.css': server },
  },
}));
