const ALGORITHMS = { sha512: 'SHA-512', sha384: 'SHA-384', sha256: 'SHA-256', sha1: 'SHA-1' };

/** The address of a package in the package URL scheme: "@hono/node-server" at 2.1.9 → "pkg:npm/%40hono/node-server@2.1.9". */
const packageUrl = (name, version) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** "sha512-<base64>" as CycloneDX has it. */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  return { alg: ALGORITHMS[algorithm], content: Buffer.from(digest, 'base64').toString('hex') };
}

const licenseOf = (text) => (/[ ()]/.test(text) ? { expression: text } : { license: { id: text } });

function componentOf(path, { name, version, integrity, license, optional, devOptional }) {
  const known = name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const url = packageUrl(known, version);
  return {
    type: 'library',
    'bom-ref': url,
    name: known,
    version,
    scope: optional || devOptional ? 'optional' : 'required',
    purl: url,
    ...(integrity ? { hashes: integrity.split(' ').map(hashOf) } : {}),
    ...(license ? { licenses: [licenseOf(license)] } : {}),
  };
}

/**
 * The list of all packages that may run in production, as CycloneDX 1.5, from npm's lock file (version 3): each once by name
 * and version, in order, the same on every machine. npm's own `npm sbom --omit dev` leaves out what one workspace needs to
 * run and another one to develop (`pg`, `sharp`).
 * @param {string} lockFile the text of package-lock.json
 */
export function billOfMaterials(lockFile) {
  const { name, version, packages } = JSON.parse(lockFile);
  const components = new Map();
  for (const [path, entry] of Object.entries(packages)) {
    if (!path.includes('node_modules/') || entry.dev || entry.link) continue;
    const component = componentOf(path, entry);
    const known = components.get(component.purl);
    if (!known || known.scope === 'optional') components.set(component.purl, component);
  }
  const root = packageUrl(name, version);
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', 'bom-ref': root, name, version, purl: root } },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}
