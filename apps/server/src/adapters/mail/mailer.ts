export { type OutboxMail, outboxMailer, readOutbox } from './outbox.ts';
export { type Mail, MailAddressError, type MailAttachment, type Mailer } from './port.ts';
export { smtpMailer } from './smtp.ts';
