export const spoiling: string[];
