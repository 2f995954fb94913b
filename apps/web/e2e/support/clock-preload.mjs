// Loaded into a server before everything else: its clock runs ahead by what the file says, in milliseconds.
import { readFileSync } from 'node:fs';

const RealDate = Date;
const file = process.env.E2E_CLOCK_FILE ?? '';
const ahead = () => Number(readFileSync(file, 'utf8')) || 0;

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    if (parts.length === 0) super(RealDate.now() + ahead());
    else super(...parts);
  }

  static now() {
    return RealDate.now() + ahead();
  }
};
