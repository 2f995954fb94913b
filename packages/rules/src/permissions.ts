import { ADMIN_STEP_UP_MILLISECONDS, FRESH_STEP_UP_MILLISECONDS } from './limits.ts';

/** Whoever makes a call. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly role: 'user' | 'admin';
      readonly emailVerified: boolean;
      /** Whether two-factor sign-in is on. */
      readonly twoFactor: boolean;
      /** Milliseconds since this session gave its second factor; null: it never did. */
      readonly sinceStepUp: number | null;
    };

/**
 * Who may make a call at all: anyone, whoever holds a session (its second step may be open), the signed in, those with a
 * verified e-mail, admins.
 */
export type Requirement = 'public' | 'session' | 'user' | 'verified' | 'admin';

export type Permission =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly code:
        | 'unauthenticated'
        | 'email_not_verified'
        | 'forbidden'
        | 'totp_required'
        | 'step_up_required';
    };

/** What a call asks besides its requirement. */
export type Conditions = {
  /** It needs a second factor given moments ago, of users who have one. */
  readonly freshStepUp?: boolean;
  /** Admins need two-factor sign-in before they administer. */
  readonly adminsNeedTwoFactor?: boolean;
};

const refused = (code: Extract<Permission, { allowed: false }>['code']): Permission => ({
  allowed: false,
  code,
});

/** Whether an actor meets a call's requirement and conditions, or the error code that says why not. */
export function permits(actor: Actor, requirement: Requirement, conditions: Conditions = {}): Permission {
  if (requirement === 'public') return { allowed: true };
  if (actor.kind === 'visitor') return refused('unauthenticated');
  if (requirement === 'session') return { allowed: true };
  if (actor.twoFactor && actor.sinceStepUp === null) return refused('totp_required');
  if (requirement === 'admin' && actor.role !== 'admin') return refused('forbidden');
  if (requirement !== 'user' && !actor.emailVerified) return refused('email_not_verified');
  if (requirement === 'admin' && conditions.adminsNeedTwoFactor && !actor.twoFactor) {
    return refused('totp_required');
  }
  return isSteppedUp(actor, requirement, conditions) ? { allowed: true } : refused('step_up_required');
}

/** Whether the second factor is recent enough; a user without one is never asked. */
function isSteppedUp(
  actor: Extract<Actor, { kind: 'user' }>,
  requirement: Requirement,
  { freshStepUp = false }: Conditions,
): boolean {
  if (!actor.twoFactor) return true;
  const age = actor.sinceStepUp ?? Number.POSITIVE_INFINITY;
  if (freshStepUp) return age <= FRESH_STEP_UP_MILLISECONDS;
  return requirement !== 'admin' || age <= ADMIN_STEP_UP_MILLISECONDS;
}

interface Owned {
  readonly ownerId: string;
}

interface Subjects {
  readonly read_account: Owned;
  readonly read_proof: Owned;
  readonly upload_proof: Owned;
  readonly read_credentials: Owned;
  readonly change_account: Owned;
  /** How many admins there are, the one who would lose the role included. */
  readonly remove_admin_role: { readonly adminCount: number };
}

const isAdmin = (actor: Actor): boolean => permits(actor, 'admin').allowed;

const isOwner = (actor: Actor, { ownerId }: Owned): boolean =>
  actor.kind === 'user' && actor.id === ownerId && permits(actor, 'verified').allowed;

const isOwnerOrAdmin = (actor: Actor, subject: Owned): boolean => isOwner(actor, subject) || isAdmin(actor);

const RULES: { readonly [Verb in keyof Subjects]: (actor: Actor, subject: Subjects[Verb]) => boolean } = {
  read_account: isOwnerOrAdmin,
  read_proof: isOwnerOrAdmin,
  upload_proof: isOwner,
  read_credentials: isOwner,
  change_account: (actor) => isAdmin(actor),
  remove_admin_role: (actor, { adminCount }) => isAdmin(actor) && adminCount > 1,
};

/** Whether an actor may do something to a thing: `may(actor, 'read_account', { ownerId })`. */
export function may<Verb extends keyof Subjects>(actor: Actor, verb: Verb, subject: Subjects[Verb]): boolean {
  return RULES[verb](actor, subject);
}
