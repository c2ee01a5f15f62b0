import { quantity } from '../controls/quantity.tsx';

export const length = quantity(0);
