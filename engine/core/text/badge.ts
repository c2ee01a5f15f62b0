/** The signs of a badge's code: 16 of 32 are 80 bits, out of reach of guessing, so that a fast hash keeps them. */
export const badgeSigns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
export const badgeLength = 16;
export const badgeMark = 'LDB';

/** Whether a scanned text is a badge for shared stations. */
export const isBadge = (text: string): boolean => /^LDB[A-Z2-7]{16}$/i.test(text.trim());
