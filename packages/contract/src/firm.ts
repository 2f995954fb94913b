import * as z from 'zod/mini';
import { email, line, moment, success, timeZone } from './fields.ts';
import { defineRoute } from './route.ts';

const link = z.object({
  label: line(40),
  url: z
    .string()
    .check(
      z.maxLength(300),
      z.regex(/^https?:\/\/[^\s]+$/, { error: 'A link must start with http:// or https://' }),
    ),
});

/** What a firm says of itself; the operator edits it, nothing of it is written in a component. */
export const firmSettings = z.object({
  name: line(60),
  supportEmail: email,
  address: line(300),
  socialLinks: z.array(link).check(z.maxLength(8)),
  /** Hue of the primary colours in degrees of OKLCH, 0 to 359. */
  hue: z.int().check(z.gte(0), z.lte(359)),
  copyrightYear: z.int().check(z.gte(2000), z.lte(2200)),
  /** Static text of the badge on the home page. */
  offerBadge: z.string().check(z.trim(), z.maxLength(60)),
  /** Start of the 7-day offer (specification section 9). */
  offerStart: moment,
  /** IANA zone in which days begin, for accounts bought from now on. */
  timeZone,
});

const logoImage = z.object({ url: z.string(), width: z.int(), height: z.int() });
/** What stands in place of the firm's name; at least one of both is there. */
const logo = z.object({ light: z.nullable(logoImage), dark: z.nullable(logoImage) });
/** The pages that a logo is made for: light or dark ones. */
const scheme = z.enum(['light', 'dark']);

const demoLogin = z.object({ label: z.string(), email: z.string(), password: z.string() });

export const firmRoutes = {
  'GET /firm': defineRoute({
    auth: 'public',
    summary: 'Public details of the firm; `demo` lists sign-ins on a demonstration instance only',
    status: 200,
    response: z.extend(firmSettings, {
      logo: z.nullable(logo),
      demo: z.nullable(z.array(demoLogin)),
    }),
    errors: [],
  }),
  'GET /admin/firm': defineRoute({
    auth: 'admin',
    summary: 'Settings of the firm',
    status: 200,
    response: z.extend(firmSettings, { version: z.int() }),
    errors: [],
  }),
  'PUT /admin/firm': defineRoute({
    auth: 'admin',
    summary: 'Change the settings of the firm',
    status: 200,
    body: firmSettings,
    response: success({ firm: z.extend(firmSettings, { version: z.int() }) }),
    errors: ['hue_refused', 'changed_meanwhile'],
  }),
  'POST /admin/firm/logo': defineRoute({
    auth: 'admin',
    summary: 'Set the logo for light or for dark pages: a PNG, JPEG or WebP image in `logo`',
    status: 200,
    body: z.object({ scheme }),
    files: ['logo'],
    response: success({ logo: z.nullable(logo) }),
    errors: ['logo_not_an_image', 'logo_missing', 'proof_too_large', 'proof_too_many_pixels', 'proof_broken'],
  }),
  'DELETE /admin/firm/logo/{scheme}': defineRoute({
    auth: 'admin',
    summary: 'Remove the logo for light or for dark pages',
    status: 200,
    params: z.object({ scheme }),
    response: success({ logo: z.nullable(logo) }),
    errors: ['not_found'],
  }),
};
