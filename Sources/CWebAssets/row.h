// A row of the table of files, of the file that FILE names: no macro can hold an #embed, but an #embed takes a macro.
{
  FILE,
  (const uint8_t[]){
#embed FILE
  },
  sizeof((const uint8_t[]){
#embed FILE
  }),
},
#undef FILE
