import { toast } from 'react-hot-toast/headless';

export { toast };

/** Constants of specification section 9, in milliseconds. */
export const TOAST_OPTIONS = {
  removeDelay: 1000,
  blank: { duration: 4000 },
  error: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Number.POSITIVE_INFINITY },
  custom: { duration: 4000 },
};
