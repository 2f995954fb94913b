import {
  Compass,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  Package,
  ScrollText,
  Settings,
  Users,
  Wallet,
} from 'lucide-react';
import { paths } from '../paths.ts';

export type AdminPage = {
  to: string;
  label: string;
  end: boolean;
  Icon: LucideIcon;
  /** The shortcut that goes there. */
  keys: string;
  /** More words that find it in the palette. */
  words?: string;
};

/** The pages of the sidebar, in their order. */
export const ADMIN_PAGES: readonly AdminPage[] = [
  {
    to: paths.admin,
    label: 'Dashboard',
    end: true,
    Icon: LayoutDashboard,
    keys: 'g d',
    words: 'overview work',
  },
  { to: paths.adminUsers, label: 'Users', end: false, Icon: Users, keys: 'g u', words: 'traders people' },
  { to: paths.adminAccounts, label: 'Accounts', end: false, Icon: Compass, keys: 'g a', words: 'orders mt5' },
  {
    to: paths.paymentAddresses,
    label: 'Payment Options',
    end: false,
    Icon: Wallet,
    keys: 'g p',
    words: 'addresses crypto wallets',
  },
  {
    to: paths.sendMail,
    label: 'Send Mass Email',
    end: false,
    Icon: Mail,
    keys: 'g m',
    words: 'mailing newsletter',
  },
  {
    to: paths.adminPackages,
    label: 'Packages',
    end: false,
    Icon: Package,
    keys: 'g k',
    words: 'prices catalogue',
  },
  {
    to: paths.adminAudit,
    label: 'Audit Log',
    end: false,
    Icon: ScrollText,
    keys: 'g l',
    words: 'history changes who verify chain',
  },
  {
    to: paths.adminSettings,
    label: 'Settings',
    end: false,
    Icon: Settings,
    keys: 'g s',
    words: 'firm name logo hue texts content',
  },
];
