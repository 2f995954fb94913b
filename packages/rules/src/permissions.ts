/** Whoever makes a call. `twoFactorPending`: signed in with the password, the second step still open. */
export type Actor =
  | { readonly kind: 'visitor' }
  | {
      readonly kind: 'user';
      readonly id: string;
      readonly role: 'user' | 'admin';
      readonly emailVerified: boolean;
      readonly twoFactorPending: boolean;
    };

/** Who may make a call at all: anyone, the signed in, those with a verified e-mail, admins. */
export type Requirement = 'public' | 'user' | 'verified' | 'admin';

export type Permission =
  | { readonly allowed: true }
  | {
      readonly allowed: false;
      readonly code: 'unauthenticated' | 'email_not_verified' | 'forbidden' | 'totp_required';
    };

/** Whether an actor meets a call's requirement, or the error code that says why not. */
export function permits(actor: Actor, requirement: Requirement): Permission {
  if (requirement === 'public') return { allowed: true };
  if (actor.kind === 'visitor') return { allowed: false, code: 'unauthenticated' };
  if (actor.twoFactorPending) return { allowed: false, code: 'totp_required' };
  if (requirement === 'user') return { allowed: true };
  if (requirement === 'admin' && actor.role !== 'admin') return { allowed: false, code: 'forbidden' };
  if (!actor.emailVerified) return { allowed: false, code: 'email_not_verified' };
  return { allowed: true };
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
