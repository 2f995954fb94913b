import { readText } from './files.mjs';

/** What the address of a link may be: a mail, a place on the page, a path of the application, or what `outside` lets through. */
const OWN =
  /^(?:\{`mailto:\$\{[\w.]+\}`\}|"#[\w-]+"|\{`#\$\{[\w.]+\}`\}|\{paths\.[^}]*\}|\{outside\((?:[^(){}]|\{[^{}]*\})*\)\})/;
const RULES = [
  [
    /(?<![\w-])(?:innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|srcdoc|srcDoc)\b/g,
    'makes markup of a text',
  ],
  [/\bdocument\.write|(?<![\w.])eval\(|new Function\(|setTimeout\(\s*['"`]/g, 'makes code of a text'],
  [
    /\bwindow\.open\(|(?<![\w.])open\(\s*['"`]|\blocation\.(?:assign|replace)\(|(?<!\b(?:const|let) )\blocation(?:\.href)?\s*=(?!=)/g,
    'leaves the application past the router',
  ],
];

const lineOf = (source, index) => source.slice(0, index).split('\n').length;

/**
 * Finds links of a source of the web application whose address is not made by `paths` or `outside`, new tabs that hand over their
 * opener, and other ways to leave or to run a text.
 * @param {string} path
 * @param {string} source
 * @returns {string[]}
 */
export function faultsOfLinks(path, source) {
  const faults = [];
  const tell = (index, what) => faults.push(`${path}:${lineOf(source, index)}: ${what}`);
  for (const { index, 0: found } of source.matchAll(
    /(?<![\w-])(?:href|xlinkHref|formAction|(?<=<form[^<>]*)action)=/g,
  ))
    if (!OWN.test(source.slice(index + found.length)))
      tell(index, 'a link whose address is made neither by paths nor by outside');
  for (const { index } of source.matchAll(/\btarget=["{]['"`]?_blank/g)) {
    const element = source.slice(source.lastIndexOf('<', index), source.indexOf('>', index));
    if (!/\brel="[^"]*noopener/.test(element))
      tell(index, 'a new tab that can reach the page that opened it');
  }
  for (const [pattern, what] of RULES) for (const { index } of source.matchAll(pattern)) tell(index, what);
  return faults;
}

/** The same for all sources of the web application. */
export const findWrongLinks = async (files) =>
  files
    .filter((path) => /^apps\/web\/src\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path))
    .flatMap((path) => faultsOfLinks(path, readText(path)));
