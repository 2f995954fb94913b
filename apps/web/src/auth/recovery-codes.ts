/** From this many on the user is told to make new ones. */
export const FEW_RECOVERY_CODES = 3;

/** "2 recovery codes are left." */
export const recoveryCodesLeftText = (left: number): string => {
  if (left === 0) return 'No recovery code is left. Make new ones in Manage Profile.';
  return left === 1 ? '1 recovery code is left.' : `${left} recovery codes are left.`;
};
