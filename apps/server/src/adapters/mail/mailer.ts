/** An image or file within a mail; with `cid` the HTML shows it as `cid:<cid>`. */
export type MailAttachment = { filename: string; contentType: string; content: Uint8Array; cid?: string };

/** One mail to one recipient. */
export type Mail = {
  /** With or without its angle brackets; the same for each try of one mail. */
  messageId: string;
  /** `name@host` or `Name <name@host>`. */
  from: string;
  /** `name@host` or `Name <name@host>`; exactly one recipient. */
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string> | undefined;
  attachments?: MailAttachment[] | undefined;
};

/** Port: hands mails over. `send` resolves when the mail was taken and may be forgotten. */
export type Mailer = {
  /**
   * @throws {MailAddressError} for an address that cannot be one, which no later try can mend
   * @throws {MailInDoubtError} when the connection broke after the text began to be sent: it may have been taken
   * @throws {MailServerAwayError} when there was no mail server to talk to, so that other mails would fail too
   * @throws {Error} when the mail was not taken; an SMTP answer is in its `responseCode`, what it answers in `command`
   */
  send(mail: Mail): Promise<void>;
  /** Ends idle connections. */
  close(): Promise<void>;
};

/** Nobody knows whether the mail server took the mail. */
export class MailInDoubtError extends Error {
  override name = 'MailInDoubtError';
}

/** The mail server was not reached, or broke off before it heard of the text. */
export class MailServerAwayError extends Error {
  override name = 'MailServerAwayError';
}

/** An address has a wrong form, or hides a second address or header. */
export class MailAddressError extends Error {
  override name = 'MailAddressError';
  /** SMTP's "mailbox name not allowed": counts as a lasting refusal like one of the mail server. */
  readonly responseCode = 553;
}
