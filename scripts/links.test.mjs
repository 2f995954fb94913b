import { describe, expect, it } from 'vitest';
import { faultsOfLinks } from './links.mjs';

const faults = (source) => faultsOfLinks('a.tsx', source);

describe('a link of the web application', () => {
  it.each([
    '<a href="#main">x</a>',
    `<a href={\`#\${rule.id}\`}>x</a>`,
    '<a href={paths.upload(file)} target="_blank" rel="noopener noreferrer">x</a>',
    '<a href={outside(url)}>x</a>',
    `<a href={\`mailto:\${firm.email}\`}>x</a>`,
    'const href = 1; reopen(x); dialog.open(); const location = useLocation();',
    '<Empty action={<Link to={paths.home} />} />',
    'if (location.href === x) return location.pathname;',
  ])('may be %s', (source) => {
    expect(faults(source)).toEqual([]);
  });

  it.each([
    '<a href={url}>x</a>',
    '<a href="https://evil.example">x</a>',
    '<a href="/dashboard">x</a>',
    `<a href={\`\${scheme}:\${email}\`}>x</a>`,
    `<a href={\`/server/uploads/\${file}\`}>x</a>`,
    '<form action={url}>',
    '<a href={paths.upload(file)} target="_blank">x</a>',
    '<a href={paths.upload(file)} target={\'_blank\'} rel="noreferrer">x</a>',
    'element.innerHTML = text;',
    'new Function(text)();',
    'eval(text);',
    "setTimeout('text', 1);",
    'window.open(url);',
    'window.location.assign(url);',
    'location.href = url;',
    'location = url;',
    '<iframe srcDoc={text} />',
  ])('may not be %s', (source) => {
    expect(faults(`first\n${source}`)).toEqual([expect.stringMatching(/^a\.tsx:2: /)]);
  });
});
