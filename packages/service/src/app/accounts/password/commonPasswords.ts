/**
 * Passwords that guessing programs try first, lower case, eight characters and more (shorter ones are refused for
 * their length). Chosen by hand from what breach statistics have shown for years; NIST SP 800-63B-4, 3.1.1.2 asks for
 * such a list and not for composition rules.
 * @module
 */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  `password passw0rd p@ssword p@ssw0rd password1 password12 password123 password1234 passw0rd1 passwort passwort1
  12345678 123456789 1234567890 0123456789 87654321 987654321 0987654321 11111111 00000000 12341234 12121212
  123123123 147258369 159753456 789456123 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx qazwsxedc q1w2e3r4 qwertyui
  qwertyuiop qwerty123 qwerty1234 qwerty12345 qwerty12 1qazxsw2 asdfghjkl asdfasdf asdf1234 zxcvbnm1 zxcvbnm123
  abc12345 abcd1234 abcdefgh abc123456 a1b2c3d4 aa123456 a123456789 iloveyou iloveyou1 ilovegod sunshine sunshine1
  princess princess1 football football1 baseball baseball1 basketball superman superman1 batman123 spiderman
  starwars pokemon1 trustno1 whatever whatever1 welcome1 welcome123 welcome12 letmein1 letmein123 monkey123
  dragon123 master123 shadow123 michael1 jennifer jennifer1 computer computer1 internet internet1 samsung1
  liverpool liverpool1 chelsea1 arsenal1 charlie1 charlotte butterfly butterfly1 chocolate chocolate1 changeme
  changeme1 changeme123 default1 default123 administrator admin123 admin1234 admin12345 adminadmin administrator1
  rootroot root1234 test1234 testtest test12345 testing1 testing123 guest123 user1234 secret123 secret12 temp1234
  temporary demo1234 example1 login123 master12 hello123 hello1234 hellohello freedom1 november december september
  october1 february january1 summer2024 summer2025 winter2024 winter2025 spring2025 autumn2025 metallica
  corvette maverick1 mustang1 mercedes ferrari1 blink182 jordan23 nintendo playstation minecraft minecraft1
  fortnite1 babygirl babygirl1 lovelove loveyou1 mylove123 hannah123 jessica1 daniel123 matthew1 anthony1 jonathan
  victoria elizabeth alexander alexandra christian christopher benjamin samantha danielle nicholas brandon1
  qwer1234 qweasdzxc qweqweqwe asdasdasd zxczxczxc q1w2e3r4t5 1234qwer 123qweasd 123456qwerty 123456abc
  11223344 112233445566 12344321 123454321 55555555 66666666 77777777 88888888 99999999 22222222 33333333 44444444
  aaaaaaaa photograph photography watermark pictures assayassay`.split(/\s+/),
);
