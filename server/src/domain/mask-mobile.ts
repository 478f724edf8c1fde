/** 'XXXXXX0001': enough for its owner to know it, too little for anybody else. */
export function maskMobile(mobile: string): string {
  return 'X'.repeat(mobile.length - 4) + mobile.slice(-4)
}
