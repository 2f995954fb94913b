export {
  accountFacts,
  type Change,
  type Changed,
  changeAccount,
  DEFAULT_FAILURE_REASON,
} from './accounts.ts';
