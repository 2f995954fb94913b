import type { ImageRefusal } from '../images/images.ts';
import { type Refusal, refuse } from './refusal.ts';

const CODES = {
  not_an_image: 'proof_not_an_image',
  unsupported_type: 'proof_not_an_image',
  too_large: 'proof_too_large',
  too_many_pixels: 'proof_too_many_pixels',
  broken_image: 'proof_broken',
} as const;

type Code = (typeof CODES)[keyof typeof CODES] | 'proof_heic';

/** Says in the contract's codes why an uploaded image was not taken. */
export const refuseImage = ({ refused, type }: ImageRefusal): Refusal<Code> =>
  refuse<Code>(type === 'heic' ? 'proof_heic' : CODES[refused]);
