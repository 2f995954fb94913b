/** A cell: a text, a number or a moment; null is an empty cell. */
export type Cell = string | number | Date | null;

/** What a spreadsheet may take for a formula when a cell begins with it. Source: OWASP, CSV injection. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

/**
 * The same behind what a program set for another country, or for tabs, takes for the end of a cell or a line: our quotation marks
 * do not stand at the start of its cell, so they hold nothing together there.
 */
const LATER_FORMULA = /[;\t\r\n](?=["'\s]{0,9}[=+\-@＝＋－＠])(?![\r\n])/g;

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** One cell: a number stays a number; a text that could be a formula is marked as text by an apostrophe. */
const writeCell = (cell: Cell): string => {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (cell instanceof Date) return cell.toISOString();
  const marked = cell.replace(LATER_FORMULA, "$&'");
  return quoted(FORMULA.test(marked) ? `'${marked}` : marked);
};

/** One line of a CSV file (RFC 4180), with its line end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(writeCell).join(',')}\r\n`;

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * A CSV file as a stream: the header, then the lines of one page of rows after another. A page is asked for when the reader
 * has taken the one before, so that memory stays bounded however many rows there are.
 */
export const csvStream = (
  header: readonly string[],
  pages: AsyncIterator<readonly (readonly Cell[])[]>,
): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => controller.enqueue(encoder.encode(BYTE_ORDER_MARK + csvLine(header))),
      pull: async (controller) => {
        const page = await pages.next();
        if (page.done) controller.close();
        else controller.enqueue(encoder.encode(page.value.map(csvLine).join('')));
      },
      cancel: async () => {
        await pages.return?.();
      },
    },
    { highWaterMark: 1 },
  );
};
