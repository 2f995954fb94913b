let sheet: CSSStyleSheet | null = null;

/**
 * Call before a modal dialog opens: the style sheet then takes the scroll bar away, so that the dialog reaches the edge of
 * the window, and the page keeps the width that it had beside it.
 */
export function keepWidth(): void {
  if (document.querySelector('dialog:modal') !== null) return;
  const width = innerWidth - document.documentElement.clientWidth;
  if (sheet === null) {
    sheet = new CSSStyleSheet();
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  }
  sheet.replaceSync(`html:has(.dialog[open]) body { padding-inline-end: ${width}px }`);
}
