/** A test certificate of a fictitious device, valid from 2026-11-21 to 2081-08-24. Its private key was thrown away. */
export const deviceCertificate = [
  'MIIBbzCCARagAwIBAgIBATAKBggqhkjOPQQDAjAWMRQwEgYDVQQDDAtUZXN0IGRldmljZTAgFw0yNjExMjEwMjUwNTVaGA8y',
  'MDgxMDgyNDAyNTA1NVowFjEUMBIGA1UEAwwLVGVzdCBkZXZpY2UwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAATaIQFM/vwP',
  'UMs73BiLMH2SRw44GRpopsh7n0RCyiS1eUgNC7+Wuq4dUFX9RiIXbsM4Sdyf8xsIHuT+ajgBRr16o1MwUTAdBgNVHQ4EFgQU',
  '7B9jYw8FVVZJvVuD/s1QbJtNTs4wHwYDVR0jBBgwFoAU7B9jYw8FVVZJvVuD/s1QbJtNTs4wDwYDVR0TAQH/BAUwAwEB/zAK',
  'BggqhkjOPQQDAgNHADBEAiAmLxF1LjJhqz0ixN9BYlTqWDAzS/PjyfDag+7GbeSzNwIgRaJuR6P0aUWMUbZItK+BmN035guZ',
  'nnsN2q4NDHV5q8k=',
].join('')
