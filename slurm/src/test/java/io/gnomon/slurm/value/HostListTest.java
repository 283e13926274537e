package io.gnomon.slurm.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostListTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n1                | n1
          n1,gn2            | n1 gn2
          n[08-10,12],gn1   | n08 n09 n10 n12 gn1
          n[9-11]           | n9 n10 n11
          r[1-2]n[01-02].x  | r1n01.x r1n02.x r2n01.x r2n02.x
          [1-2],a_b:c-d     | 1 2 a_b:c-d
          n[3,1,3]          | n3 n1 n3
          """)
  void expandsNames(String text, String names) {
    HostList list = HostList.of(text);
    assertThat(list.names()).containsExactly(names.split(" "));
    assertThat(list.size()).isEqualTo(list.names().size());
    assertThat(list).hasToString(text).isEqualTo(HostList.of(text));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          n1 n2 n3            | n[1-3]
          n08 n09 n10 gn1     | n[08-10],gn1
          n9 n10              | n[9-10]
          n09 n9              | n09,n9
          n1 n3 n2            | n1,n3,n2
          a b b               | a,b,b
          n1x n2x             | n1x,n2x
          7 8                 | [7-8]
          n999999999 n1000000000 | n999999999,n1000000000
          """)
  void writesSuccessiveNumbersInBrackets(String names, String text) {
    assertThat(HostList.of(List.of(names.split(" ")))).hasToString(text);
  }

  @Test
  void expandsListsOfFilesWithBlanksAroundNames() {
    assertThat(HostList.expand("n[08-10,2],gn1, r[1-2]c[3-4]"))
        .containsExactly("n08", "n09", "n10", "n2", "gn1", "r1c3", "r1c4", "r2c3", "r2c4");
    assertThat(HostList.expand("")).isEmpty();
  }

  @Test
  void compressesNumbersThatAreNotSuccessive() {
    assertThat(HostList.compress(List.of("n08", "n09", "n10", "n12", "login", "m1")))
        .isEqualTo("n[08-10,12],login,m1");
    assertThat(HostList.compress(List.of("n", "n", "n1", "n", "n9", "n10")))
        .isEqualTo("n,n,n1,n,n[9-10]");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          n[1-        | the end at character 5 of 'n[1-'
          n[          | the end at character 3 of 'n['
          n[]         | ']' at character 3 of 'n[]'
          n[1-2       | the end at character 6 of 'n[1-2'
          n[1-2-3]    | '-' at character 6 of 'n[1-2-3]'
          n[a]        | 'a' at character 3 of 'n[a]'
          n1,         | the end at character 4 of 'n1,'
          ,n1         | ',' at character 1 of ',n1'
          n1,,n2      | ',' at character 4 of 'n1,,n2'
          n1]         | ']' at character 3 of 'n1]'
          n 1         | ' ' at character 2 of 'n 1'
          n[1234567890] | '0' at character 12 of 'n[1234567890]'
          """)
  void rejectsOtherSyntax(String text, String found) {
    InvalidHostListException rejection = rejection(text);
    assertThat(rejection.isOutOfRange()).isFalse();
    assertThat(rejection.found()).isEqualTo(found);
    assertThat(text).doesNotMatch(HostList.PATTERN);
  }

  @Test
  void rejectsRangesThatRunBackwards() {
    assertThat(rejection("n[1,5-3]").found()).isEqualTo("'5-3'");
    assertThat(rejection("n[1,5-3]"))
        .hasMessage(
            "host list 'n[1,5-3]': the range 5-3 must grow; allowed: ranges whose end is not below"
                + " their start");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n[0-200000]",
        "n[1-100000],m[0-100000]",
        "n[1-500]x[1-500]",
        "n[0-999999999][0-999999999][0-999999999][0-999999999][0-999999999]",
        "n[1-199999,1-2]"
      })
  void rejectsMoreNamesThanItsLimitWithoutExpandingThem(String text) {
    assertThat(rejection(text).found()).isEqualTo("more than 200000 names");
    assertThat(text).matches(HostList.PATTERN);
  }

  @Test
  void boundsTheCharactersOfTheNames() {
    String prefix = "n".repeat(249);
    assertThat(HostList.of(prefix + "[000001-032896]").characters()).isEqualTo(32_896 * 255);
    for (String list :
        List.of(
            prefix + "[000001-032897]",
            prefix + "[000001-200000]",
            prefix + "[000001-020000]," + prefix + "[020001-040000]")) {
      assertThat(rejection(list).found())
          .isEqualTo("names with more than 8388608 characters in total");
    }
  }

  @Test
  void acceptsItsLimits() {
    assertThat(HostList.of("n[1-200000]").names()).hasSize(200_000).endsWith("n200000");
    assertThat(HostList.of("n".repeat(250) + "[1-20000]").size()).isEqualTo(20_000);
    assertThat(rejection("n".repeat(251) + "[1-20000]").found()).isEqualTo("a name of length 256");
    assertThat(rejection("").found()).isEqualTo("a string of length 0");
    assertThat(rejection("n,".repeat(1 << 19) + "n").found())
        .isEqualTo("a string of length 1048577");
  }

  @Test
  void rejectsNamesThatItCannotWrite() {
    assertThat(
            catchThrowableOfType(
                    InvalidHostListException.class, () -> HostList.of(List.of("n1", "n[2]")))
                .found())
        .isEqualTo("'n[2]'");
  }

  private static InvalidHostListException rejection(String text) {
    return catchThrowableOfType(InvalidHostListException.class, () -> HostList.of(text));
  }
}
