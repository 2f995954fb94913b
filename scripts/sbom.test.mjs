import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './run.mjs';
import { billOfMaterials } from './sbom.mjs';

const lockFile = readFileSync(join(root, 'package-lock.json'), 'utf8');
const bill = billOfMaterials(lockFile);

describe('the list of packages', () => {
  it('has every package that the workspaces need to run, and what these need, by version and hash', () => {
    const { packages } = JSON.parse(lockFile);
    const has = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
    /** Where a package of that name is found from another one's folder, as Node.js looks for it. */
    const find = (from, name) => {
      for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
        const path = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
        if (packages[path]) return path;
        if (folder === '') return null;
        if (!folder.includes('/node_modules/')) folder = '/node_modules/';
      }
    };
    const seen = new Set();
    const visit = (from) => {
      const { dependencies = {}, optionalDependencies = {} } = packages[from];
      for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
        const path = find(from, name);
        if (path === null || seen.has(path)) continue;
        seen.add(path);
        const entry = packages[path];
        if (entry.link) visit(entry.resolved);
        else {
          expect(has, path).toContain(`${entry.name ?? name}@${entry.version}`);
          visit(path);
        }
      }
    };
    for (const workspace of ['apps/server', 'apps/web']) visit(workspace);
    expect(seen.size).toBeGreaterThan(100);
    for (const name of ['pg', 'sharp', 'zod', 'hono', 'react', '@node-rs/argon2'])
      expect(bill.components.map((component) => component.name)).toContain(name);
  });

  it('has the form of CycloneDX 1.5, each package once', () => {
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 });
    expect(bill.metadata.component).toMatchObject({ type: 'application', name: 'firmament' });
    const references = bill.components.map((component) => component['bom-ref']);
    expect(new Set(references).size).toBe(references.length);
    for (const { type, name, version, scope, purl, hashes } of bill.components) {
      expect(type).toBe('library');
      expect(['required', 'optional']).toContain(scope);
      expect(version).toMatch(/^\d+\.\d+\.\d+/);
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      expect(hashes.length, purl).toBeGreaterThan(0);
      for (const { alg, content } of hashes) {
        expect(alg).toMatch(/^SHA-(?:512|384|256|1)$/);
        expect(content).toMatch(/^(?:[0-9a-f]{2}){20,64}$/);
      }
    }
  });

  it('names nothing of development, no place of this machine and no registry, and is the same every time', () => {
    const names = bill.components.map(({ name }) => name);
    for (const name of ['vitest', '@biomejs/biome', 'playwright-core', 'smtp-server', 'vite'])
      expect(names).not.toContain(name);
    const text = JSON.stringify(bill);
    expect(text).not.toContain(root);
    expect(text.match(/https?:\/\/[^"]*/g)).toEqual(['http://cyclonedx.org/schema/bom-1.5.schema.json']);
    expect(billOfMaterials(lockFile)).toEqual(bill);
  });
});
