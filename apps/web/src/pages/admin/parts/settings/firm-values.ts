import type { RequestBody, ResponseBody } from '@firmament/contract';
import { messages } from '@firmament/contract/messages';
import type { Texts } from '../conflict/typed.ts';

export type FirmSettings = ResponseBody<'GET /admin/firm'>;
type FirmBody = RequestBody<'PUT /admin/firm'>;

export type FirmValues = {
  name: string;
  supportEmail: string;
  address: string;
  socialLinks: { label: string; url: string }[];
  hue: number;
  copyrightYear: string;
  offerBadge: string;
  /** As a date-time input has it, in UTC: "2025-06-01T00:00". */
  offerStart: string;
  timeZone: string;
};

export const valuesOf = (firm: FirmSettings): FirmValues => ({
  name: firm.name,
  supportEmail: firm.supportEmail,
  address: firm.address,
  socialLinks: firm.socialLinks.map(({ label, url }) => ({ label, url })),
  hue: firm.hue,
  copyrightYear: String(firm.copyrightYear),
  offerBadge: firm.offerBadge,
  offerStart: firm.offerStart.slice(0, 16),
  timeZone: firm.timeZone,
});

/** The settings as a person reads them. */
export const textsOf = (values: FirmValues): Texts => ({
  Name: values.name,
  'Support Email': values.supportEmail,
  'Street Address': values.address,
  'Copyright Year': values.copyrightYear,
  'Social links': values.socialLinks.map(({ label, url }) => `${label} ${url}`).join(', ') || 'None',
  Hue: String(values.hue),
  'Offer Badge': values.offerBadge || 'None',
  'Offer Start': values.offerStart.replace('T', ' '),
  'Time Zone': values.timeZone.replaceAll('_', ' '),
});

export const bodyOf = (values: FirmValues): FirmBody => ({
  name: values.name.trim(),
  supportEmail: values.supportEmail.trim(),
  address: values.address.trim(),
  socialLinks: values.socialLinks.map(({ label, url }) => ({ label: label.trim(), url: url.trim() })),
  hue: values.hue,
  copyrightYear: Number(values.copyrightYear),
  offerBadge: values.offerBadge.trim(),
  offerStart: `${values.offerStart}:00.000Z`,
  timeZone: values.timeZone,
});

const filled = (message: string) => (text: string) => text.trim() !== '' || message;

/** The form's checks; the server repeats them. */
export const CHECKS = {
  name: filled(messages.nameRequired),
  supportEmail: (text: string) => {
    if (text.trim() === '') return messages.emailRequired;
    return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) || messages.emailInvalid;
  },
  address: filled('Address is required'),
  linkLabel: filled('Name is required'),
  linkUrl: (text: string) =>
    /^https?:\/\/\S+$/.test(text.trim()) || 'A link must start with http:// or https://',
  copyrightYear: (text: string) =>
    (/^\d{4}$/.test(text) && Number(text) >= 2000 && Number(text) <= 2200) || 'Enter a year of four digits',
  offerStart: (text: string) => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) || 'Enter a date and a time',
};
